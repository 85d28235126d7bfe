import { transformSync } from 'esbuild';

/** What the build makes of a source: types go, the rest stays. */
export function builtCode(source: string): string {
  return transformSync(source, {
    loader: 'ts',
    target: 'es2022',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  }).code;
}
