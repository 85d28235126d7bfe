/** Returns the first error of a text, including duplicate members and too deep nesting, which `JSON.parse` accepts. */
export function firstMistake(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  const open: (Set<string> | undefined)[] = [];
  for (const [token, , colon] of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
      if (open.at(-1)?.has(name)) return `"${name}" is there twice`;
      open.at(-1)?.add(name);
    }
    if (open.length > 512) return 'it is nested too deep';
  }
  return undefined;
}
