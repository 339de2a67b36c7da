module.exports = {
  projects: ['shared', 'shell', 'catalog', 'content', 'checkout', 'origin', 'api'].map((name) => `<rootDir>/${name}`),
}
