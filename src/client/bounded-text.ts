import { RemoteError } from './errors.js';

/** So many characters of an answer are taken, and so many of an event: hosts of ours send less, and others may never end. */
const longestAnswer = 2 ** 28;
export const longestEvent = 2 ** 26;

/** The text of an answer, whose sender may never end it. @throws RemoteError for one that is too long */
export async function textOf(answer: Response): Promise<string> {
  const said = Number(answer.headers.get('content-length') ?? Number.NaN);
  // What is packed is longer than it says.
  const isShort = said <= longestAnswer && !answer.headers.has('content-encoding');
  if (isShort || answer.body === null) return answer.text();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  const reader = answer.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const piece = decoder.decode(next.value, { stream: true });
    length += piece.length;
    if (length > longestAnswer) {
      reader.cancel().catch(() => {});
      throw new RemoteError(
        'too-large',
        answer.status,
        `the answer is longer than ${longestAnswer} characters`,
      );
    }
    pieces.push(piece);
  }
  return pieces.join('') + decoder.decode();
}
