import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What Mermaid brings for layouts hardly anybody draws (mind maps, architecture) and for mathematics in labels. */
const LEFT_OUT = /^(?:cytoscape|katex)/;
const NOTHING = '\0left-out';

/** Leaves out of the app what is large and used next to never: such a diagram stays as it was written. */
function leftOut(): Plugin {
  return {
    name: 'left-out',
    enforce: 'pre',
    resolveId: (source, importer) => (importer?.includes('/mermaid/') && LEFT_OUT.test(source) ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export default null;' : null),
    // Every browser the app runs in reads the first of the three formats.
    transform: (code, id) =>
      /katex[^/]*\.css/.test(id) ? code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\([^)]*\)/g, '') : null,
  };
}

const SHARED =
  /[\\/]node_modules[\\/](?:@base-ui|@floating-ui|@tanstack|lucide-react|zod)[\\/]|[\\/]web[\\/]src[\\/](?:api|shell|state|ui)[\\/]/;

export default defineConfig({
  plugins: [leftOut(), react(), tailwindcss()],
  resolve: { conditions: ['browser', 'import', 'module', 'default'] },
  build: {
    outDir: 'dist',
    sourcemap: false,
    target: 'es2023',
    chunkSizeWarningLimit: 600,
    rollupOptions: {
      input: ['index.html', 'diagrams.html'],
      output: {
        // What the shell needs comes in one file, and what several screens use in another: else the first screen waits for a hundred
        // small ones. Not in more: files cut by size came to depend on each other, and the chat did not open.
        codeSplitting: {
          groups: [
            { name: 'shell', test: SHARED, tags: ['$initial'], priority: 2 },
            { name: 'furniture', test: SHARED, minShareCount: 3, priority: 1 },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:4310' } },
});
