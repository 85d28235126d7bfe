export default { test: { setupFiles: ['./fake-time.vitest.js'] } };
