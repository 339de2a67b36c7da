const path = require('node:path')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const { common, describe, root } = require('./common.cjs')

/** A remote alone in a page of its own, with webpack's development server; for `npm run dev -- <package> --alone`. */
function harness(directory) {
  return {
    ...common(directory, 'client'),
    name: `${describe(directory).name}:harness`,
    entry: './src/harness.tsx',
    output: { publicPath: '/', filename: 'harness.js' },
    plugins: [new MiniCssExtractPlugin()],
    devServer: {
      host: 'localhost',
      port: Number(process.env.PORT ?? 3000),
      static: [directory, ...['shell', 'catalog', 'content'].map((name) => path.join(root, name))].map((owner) =>
        path.join(owner, 'public'),
      ),
      setupMiddlewares(middlewares) {
        const page =
          '<!doctype html><html lang="en-GB"><link rel="stylesheet" href="/main.css"><body><script src="/harness.js"></script>'
        // Last of all: every address that is no file shows the page, and the router does the rest.
        middlewares.push({ name: 'page', middleware: (_request, response) => response.type('html').send(page) })
        return middlewares
      },
    },
  }
}

module.exports = { harness }
