import fc from 'fast-check';

/** Random JSON texts as different programs write them. */

const spaces = fc.stringMatching(/^[ \t]{0,2}$/);

const numbers = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.constantFrom('0.0', '-0.0', '1.50', '0.773528457', '1e3', '1E+05', '2.0e-3', '-0', '12345678901234567'),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
);

export const names = fc.oneof(
  fc.constantFrom('fov', 'position', 'x', '@type', '@op', 'größe', '__proto__', '', 'a"b', '\\', '\\"'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

/** A string as JSON, with some unnecessary escapes. */
const strings = fc
  .tuple(names, fc.boolean())
  .map(([text, isEscaped]) =>
    isEscaped
      ? `"${[...text].map((c) => (c.length > 1 ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')}"`
      : JSON.stringify(text),
  );

const scalars = fc.oneof(numbers, strings, fc.constantFrom('true', 'false', 'null'));

/** The text of a container in one of the usual layouts. */
function listText(items: readonly string[], brackets: string, style: Style): string {
  const [open, close] = brackets;
  if (items.length === 0) return open! + style.inside + close!;
  const { newline, unit, gap } = style;
  if (newline === undefined) return open! + style.inside + items.join(`,${gap}`) + style.inside + close!;
  const lines = items.map((item) => newline + unit + item.replaceAll(newline, newline + unit));
  return open! + lines.join(',') + newline + close!;
}

interface Style {
  readonly newline: string | undefined;
  readonly unit: string;
  readonly gap: string;
  readonly inside: string;
  readonly colon: string;
}

const styles: fc.Arbitrary<Style> = fc.record({
  newline: fc.constantFrom(undefined, '\n', '\r\n'),
  unit: fc.constantFrom('  ', '\t', '    ', ''),
  gap: spaces,
  inside: spaces,
  colon: fc.constantFrom(': ', ':', ' : '),
});

const { value, object } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthSize: 'small' }, scalars, tie('list'), tie('object')),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 4 }), styles)
    .map(([items, style]) => listText(items, '[]', style)),
  object: fc
    .tuple(fc.array(fc.tuple(strings, tie('value')), { maxLength: 5 }), styles)
    .map(([members, style]) =>
      listText(
        members.map(([name, text]) => name + style.colon + text),
        '{}',
        style,
      ),
    ),
}));

export const valueTexts = value;
export const objectTexts = object;

/** Documents with entries, with `objects` anywhere among other members. */
export const documentTexts = fc
  .tuple(
    fc.array(fc.tuple(strings, value), { maxLength: 3 }),
    fc.option(
      fc
        .tuple(fc.array(object, { maxLength: 5 }), styles)
        .map(([items, style]) => listText(items, '[]', style)),
      { nil: undefined },
    ),
    styles,
    fc.nat({ max: 4 }),
    fc.constantFrom('', '\n', '\r\n', ' \n\n'),
    fc.constantFrom('', '\ufeff'),
  )
  .map(([others, objects, style, at, end, mark]) => {
    const members = [
      ['"format"', '"test"'],
      ...others.filter(([name]) => !/^"(format|objects)/.test(JSON.stringify(JSON.parse(name)))),
    ];
    if (objects !== undefined) members.splice(at, 0, ['"objects"', objects]);
    return (
      mark +
      listText(
        members.map(([name, text]) => name + style.colon + text),
        '{}',
        style,
      ) +
      end
    );
  });
