// Copies the bundled instance, its rules and the corpus of attacks into packages/cli before it is packed.
//   scripts/bundle-instance.mjs [FOLDER]   makes packages/cli/bundled, or the folder
//   scripts/bundle-instance.mjs --remove   removes packages/cli/bundled: a checkout uses its own folders
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usePackedNames } from './lib/packed-names.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const bundled = join(root, 'packages/cli/bundled');

const [argument = bundled] = process.argv.slice(2);
const target = argument === '--remove' ? bundled : resolve(argument);

rmSync(target, { recursive: true, force: true });
if (argument !== '--remove') {
  for (const kind of ['instances', 'rules']) copyBundled(kind);
  cpSync(join(root, 'attacks'), join(target, 'attacks'), { recursive: true });
}

function copyBundled(kind) {
  mkdirSync(join(target, kind), { recursive: true });
  for (const name of readdirSync(join(root, kind))) {
    if (!name.startsWith('refbench__')) continue;
    const copy = join(target, kind, name);
    cpSync(join(root, kind, name), copy, { recursive: true });
    usePackedNames(copy);
  }
}
