import { type Document, visit, type YAMLParseError } from 'yaml';
import type { DiagnosticList } from './diagnostics.js';

/** Behind these mistakes the document is whole; behind any other of syntax nothing can be told. */
const harmless: ReadonlySet<string> = new Set(['TAG_RESOLVE_FAILED']);

/**
 * Adds what is wrong with the YAML itself, in words that help: of a mistake that confuses the parser only where it
 * begins, since all else follows from it.
 * @returns false when the document cannot be read on
 */
export function checkSyntax(document: Document, text: string, found: DiagnosticList): boolean {
  // It is read as YAML 1.2, in which `on` is a text and 010 is ten.
  const version = /^%YAML[ \t]+(?!1\.2\b)\S+/m.exec(text);
  if (version !== null && document.directives?.yaml.explicit) {
    found.addAt(found.source.placeAt(version.index), [], `${version[0]} is not possible here`, {
      expected: '%YAML 1.2, or no such line',
    });
    return false;
  }
  const problems = [...document.errors, ...document.warnings] as YAMLParseError[];
  const conflict = problems.length > 0 ? /^<{7}(?=\s)/m.exec(text)?.index : undefined;
  if (conflict !== undefined) {
    found.addAt(found.source.placeAt(conflict), [], 'a conflict of a merge begins here', {
      expected: 'one of its two sides, without the lines of <<<<<<<, ======= and >>>>>>>',
    });
    return false;
  }
  let isWhole = true;
  for (const problem of problems.sort((a, b) => a.pos[0] - b.pos[0])) {
    const offset = problem.pos[0];
    if (isWhole || harmless.has(problem.code)) {
      const { message, expected, before = 0, isAtQuote } = explain(problem, text);
      const begins = isAtQuote ? unclosedQuote(document, text) : undefined;
      found.addAt(
        found.source.placeAt(begins ?? offset - before),
        [],
        message,
        expected === undefined ? {} : { expected },
      );
      isWhole &&= harmless.has(problem.code);
    }
  }
  return isWhole;
}

/** Where the quoted text begins that goes on to the end of the document. */
function unclosedQuote(document: Document, text: string): number | undefined {
  let opened: number | undefined;
  visit(document, {
    Scalar: (_, { type, range }) => {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (isQuoted && text.slice(range![1]).trim() === '') opened = range![0];
    },
  });
  return opened;
}

interface Explanation {
  readonly message: string;
  readonly expected?: string;
  /** So many characters before the place that the parser names the mistake begins. */
  readonly before?: number;
  /** The mistake begins where the last quote was opened. */
  readonly isAtQuote?: true;
}

/** What people most likely meant, told from the text around the mistake. */
function explain({ code, message, pos }: YAMLParseError, text: string): Explanation {
  const lineStart = text.lastIndexOf('\n', pos[0] - 1) + 1;
  const line = text.slice(lineStart, endOfLine(text, pos[0]));
  const before = text.slice(lineStart, pos[0]);
  if (code === 'TAB_AS_INDENT' || /^[ ]*\t/.test(line)) {
    return { message: 'a tab is used for indentation; YAML takes spaces only', expected: 'spaces' };
  }
  if (/call stack/.test(message)) return { message: 'brackets are nested too deeply here' };
  if (code === 'MULTIPLE_DOCS') {
    return { message: 'a second document begins here; a scene file is one document' };
  }
  return (
    unquoted(code, text, pos[0], before) ??
    commented(code, text, pos[0]) ??
    misindented(code, text, pos[0], line) ?? { message: `this is no YAML: ${message.split('\n')[0]}` }
  );
}

/** Characters that mean something to YAML where a text was meant. */
function unquoted(code: string, text: string, at: number, before: string): Explanation | undefined {
  const behind = text.slice(at, endOfLine(text, at));
  const bracketed = /^\[[^\][{},\s]*\][^\s,}]*/.exec(behind)?.[0];
  const name = /([^\s,{[:]+)$/.exec(before)?.[1] ?? '';
  if (name !== '' && bracketed !== undefined) {
    const whole = name + bracketed.replace(/^((?:\[[^\]]*\])+[^\]]*)\]*$/, '$1');
    return {
      message: `${whole} needs quotes within { } and [ ]`,
      expected: `"${whole}"`,
      before: name.length,
    };
  }
  const keyed = /([^\s,{[:]*)$/.exec(before)?.[1] ?? '';
  const placeholder = /^\{[\w.]+\}[^\s,}\]]*/.exec(behind)?.[0];
  if (placeholder !== undefined) {
    const whole = keyed + placeholder;
    return {
      message: `${whole} needs quotes: { begins a mapping`,
      expected: `"${whole}"`,
      before: keyed.length,
    };
  }
  const leading = /(\{[\w.]+\})\s*$/.exec(before)?.[1];
  if (leading !== undefined && code === 'UNEXPECTED_TOKEN') {
    const whole = leading + (/^[^\s,}\]]+/.exec(behind)?.[0] ?? '');
    return {
      message: `${whole} needs quotes: { begins a mapping`,
      expected: `"${whole}"`,
      before: leading.length,
    };
  }
  if (code === 'BAD_SCALAR_START') {
    const word = /^[^\s,:}\]]+/.exec(behind)?.[0] ?? behind;
    return { message: `a text that begins with ${behind[0]} needs quotes`, expected: `"${word}"` };
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'BLOCK_IN_FLOW') {
    const value = /^[^#\n,}]*/.exec(behind)![0].trimEnd();
    // Two keys on one line; a line that goes on in the next is a matter of indentation.
    if (/:(\s|$)/.test(value)) {
      return { message: 'a text with a colon and a space in it needs quotes', expected: `"${value}"` };
    }
  }
  if (code === 'BAD_DQ_ESCAPE') {
    return {
      message: 'a backslash in double quotes begins an escape',
      expected: 'two backslashes, or single quotes',
    };
  }
  if (code === 'MISSING_CHAR' && text.slice(at).trim() === '') {
    return { message: 'a quote is opened and never closed', expected: 'a closing quote', isAtQuote: true };
  }
  return undefined;
}

/** A # that was meant as text and took the rest of the line with it, closing brackets too. */
function commented(code: string, text: string, at: number): Explanation | undefined {
  if (code !== 'BAD_INDENT' && code !== 'MISSING_CHAR' && code !== 'UNEXPECTED_TOKEN') return undefined;
  const lines = text.slice(0, at).trimEnd().split('\n');
  const lost = /[{[,].*:\s+(#\S+?)[,}\]\s].*[}\]]\s*$/.exec(lines.at(-1) ?? '')?.[1];
  if (lost === undefined) return undefined;
  return { message: `${lost} needs quotes: # begins a comment`, expected: `"${lost}"` };
}

function misindented(code: string, text: string, at: number, line: string): Explanation | undefined {
  switch (code) {
    case 'BAD_INDENT': {
      const isFlow = /^[^\n]*$/.test(line) && openBracket(text, at);
      return isFlow
        ? { message: 'a { or [ that was opened above is not closed', expected: 'a closing } or ]' }
        : {
            message: 'the indentation is that of no mapping above',
            expected: 'the same number of spaces as the keys beside it',
          };
    }
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return {
        message: 'the value goes on in the next line, where a key stands',
        expected: 'a colon and a space behind each key, and keys of one mapping under each other',
      };
    default:
      return undefined;
  }
}

/** True when a bracket is open at `at`; texts and comments are counted too, it is for a message only. */
function openBracket(text: string, at: number): boolean {
  const before = text
    .slice(0, at)
    .replaceAll(/"[^"\n]*"|'[^'\n]*'/g, '')
    .replaceAll(/(^|\s)#.*$/gm, '');
  const count = (pattern: RegExp) => before.match(pattern)?.length ?? 0;
  return count(/[{[]/g) > count(/[}\]]/g);
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
