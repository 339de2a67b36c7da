export default { pages: [{ module: './page', path: '/page' }] }
