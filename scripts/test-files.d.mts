export function testFiles(root?: string): string[];
