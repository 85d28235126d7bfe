// Says whether the page can be tried here: exit code 0, or a line that says why not.
import { left } from './stage.js';

if (left !== undefined) {
  console.log(`left out: the page in a browser; ${left}`);
  process.exitCode = 3;
}
