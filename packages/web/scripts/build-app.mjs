// Builds the application in the browser: one script that also works from a file, and its style.
// A classic script, because browsers load no modules from file://.
import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const out = process.argv[2] ?? join(root, 'dist/app');

const build = await rolldown({
  input: join(root, 'app/main.tsx'),
  platform: 'browser',
  tsconfig: join(root, 'app/tsconfig.json'),
  transform: {
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  },
  logLevel: 'warn',
});
await build.write({ file: join(out, 'app.js'), format: 'iife', minify: true });
await mkdir(out, { recursive: true });
await copyFile(join(root, 'app/style.css'), join(out, 'app.css'));
