// Packs every public package: scripts/pack-packages.mjs FOLDER writes the tarballs there.
//
// Needs a build. Removes outputs in dist whose source is gone first: the compiler leaves them, and npm
// would pack them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = process.argv[2];
if (folder === undefined) throw new Error('name the folder for the tarballs');
mkdirSync(folder, { recursive: true });

const OUTPUT = /\.(?:d\.ts|d\.ts\.map|js|js\.map)$/;

function removeStaleOutputs(place) {
  const dist = join(place, 'dist');
  if (!existsSync(join(place, 'tsconfig.json'))) return;
  if (!existsSync(join(dist, '.tsbuildinfo')))
    throw new Error(`${place} is not built: npm run build`);
  for (const output of readdirSync(dist, { recursive: true })) {
    // The bundle of the command line has no sources of its own.
    if (!OUTPUT.test(output) || /^(?:bundle|app)\//.test(output)) continue;
    if (!existsSync(join(place, 'src', output.replace(OUTPUT, '.ts')))) rmSync(join(dist, output));
  }
}

const isPublic = (place) =>
  JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).private !== true;

const places = [
  ...readdirSync(join(root, 'packages')).map((name) => join('packages', name)),
  'docker',
  'dataset',
]
  .map((place) => join(root, place))
  .filter(isPublic);
for (const place of places) removeStaleOutputs(place);
execFileSync(
  'npm',
  ['pack', '--silent', '--pack-destination', resolve(folder), ...places.map((one) => `-w=${one}`)],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
