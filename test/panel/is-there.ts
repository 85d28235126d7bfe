// Checks whether panel tests can run: exits with 0, or prints why not.
import { left } from './stage.js';

if (left !== undefined) {
  console.log(`left out: the page in a browser; ${left}`);
  process.exitCode = 3;
}
