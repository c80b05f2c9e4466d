// Copies the data set, which is instances/ and rules/, into dataset/ before it is packed.
//   scripts/stage-dataset.mjs            makes dataset/{instances,rules} and dataset/README.md, the card
//   scripts/stage-dataset.mjs --remove   removes them: a checkout uses its own folders
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usePackedNames } from './lib/packed-names.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const target = join(root, 'dataset');

for (const name of ['instances', 'rules', 'README.md']) {
  rmSync(join(target, name), { recursive: true, force: true });
}
if (process.argv[2] !== '--remove') stage();

function stage() {
  const description = readFileSync(join(root, 'instances/dataset.yaml'), 'utf8');
  const version = /^version: (\S+)$/m.exec(description)?.[1];
  const packed = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')).version;
  if (version !== packed) {
    throw new Error(
      `instances/dataset.yaml has version ${version}, and dataset/package.json ${packed}: set the same`,
    );
  }
  for (const kind of ['instances', 'rules']) mkdirSync(join(target, kind));
  for (const id of readdirSync(join(root, 'instances'))) {
    const from = join(root, 'instances', id);
    if (!existsSync(join(from, 'instance.yaml'))) continue;
    copy(from, join(target, 'instances', id));
    copy(join(root, 'rules', id), join(target, 'rules', id));
  }
  for (const name of ['dataset.yaml', 'README.md', 'sets.yaml']) {
    copyFileSync(join(root, 'instances', name), join(target, 'instances', name));
  }
  copyFileSync(join(root, 'instances/README.md'), join(target, 'README.md'));
}

function copy(from, to) {
  cpSync(from, to, { recursive: true });
  usePackedNames(to);
}
