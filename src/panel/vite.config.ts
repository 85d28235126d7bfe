import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const symbols = fileURLToPath(
  new URL('../../node_modules/@material-symbols/svg-400/rounded/', import.meta.url),
);

/** `glyphs.txt.br`: all Material Symbols, each on a line with its name and path, since descriptors may name any. */
function glyphs(): Plugin {
  return {
    name: 'glyphs',
    generateBundle() {
      const lines = readdirSync(symbols)
        .filter((file) => file.endsWith('.svg') && !file.endsWith('-fill.svg'))
        .map((file) => {
          const [, outline = ''] = / d="([^"]+)"/.exec(readFileSync(symbols + file, 'latin1')) ?? [];
          return `${file.slice(0, -4)}\t${outline}`;
        });
      // The best quality would be a tenth smaller, but take seven seconds per build.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      const source = brotliCompressSync(`\n${lines.join('\n')}\n`, { params });
      this.emitFile({ type: 'asset', fileName: 'glyphs.txt.br', source });
    },
  };
}

/** `licences.txt`: the licences of everything in the bundle. */
function licences(): Plugin {
  const packages = ['preact', '@preact/signals', '@preact/signals-core', '@material-symbols/svg-400'];
  return {
    name: 'licences',
    generateBundle() {
      const texts = packages.map((name) => {
        const file = new URL(`../../node_modules/${name}/LICENSE`, import.meta.url);
        return `${name}\n\n${readFileSync(file, 'utf8')}`;
      });
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n---\n\n') });
    },
  };
}

/** Script and style are stored compressed, since nearly every browser accepts that. */
function zipped(): Plugin {
  return {
    name: 'zipped',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const [fileName, output] of Object.entries(bundle)) {
        if (!/\.(js|css)$/.test(fileName)) continue;
        const source = output.type === 'chunk' ? output.code : output.source;
        delete bundle[fileName];
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) });
      }
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, since a proxy may serve the panel below a path; it is at / of its host, and its files at /panel.
  base: './',
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `panel/${file}` : { relative: true }),
  },
  publicDir: 'public',
  logLevel: 'warn',
  plugins: [glyphs(), licences(), zipped()],
  build: {
    outDir: '../../dist/panel',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      // The glyphs take most of a build's time, which is known.
      checks: { pluginTimings: false },
      output: { entryFileNames: 'app.js', assetFileNames: 'app.[ext]', codeSplitting: false },
    },
  },
});
