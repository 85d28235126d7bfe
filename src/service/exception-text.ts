/** What the log shows of something that was thrown: where it happened, where that is known. */
export function exceptionText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}
