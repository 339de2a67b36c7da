// The asynchronous border lets the federation runtime settle shared modules before anything uses them.
void import(/* webpackChunkName: "bootstrap" */ './bootstrap')
