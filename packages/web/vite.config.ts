import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['browser', 'import', 'module', 'default'] },
  build: {
    outDir: 'dist',
    sourcemap: false,
    target: 'es2023',
    chunkSizeWarningLimit: 600,
    rollupOptions: { input: ['index.html', 'diagrams.html'] },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:4310' } },
});
