import { dayOf } from '../draft/day.ts';
import semver from 'semver';
import type { CiFacts } from '../ci/ci-files.ts';
import { imagesOf, newest, type ImageChoice } from '../draft/image-choice.ts';
import type { TreeView } from '../draft/tree-view.ts';
import { dependencyMajor, type PackageJson } from './package-json.ts';

/** The dates when each major version became the LTS version, from Node's release schedule. */
const LONG_TERM_SINCE: readonly (readonly [major: number, date: string])[] = [
  [10, '2018-10-30'],
  [12, '2019-10-21'],
  [14, '2020-10-27'],
  [16, '2021-10-26'],
  [18, '2022-10-25'],
  [20, '2023-10-24'],
  [22, '2024-10-29'],
  [24, '2025-10-28'],
];

/** The dates of the first release of each major version that became an LTS version. */
const RELEASED: readonly (readonly [major: number, date: string])[] = [
  [10, '2018-04-24'],
  [12, '2019-04-23'],
  [14, '2020-04-21'],
  [16, '2021-04-20'],
  [18, '2022-04-19'],
  [20, '2023-04-18'],
  [22, '2024-04-24'],
  [24, '2025-05-06'],
];

/** Dependencies that do not run on later versions of Node than the one named. */
const LAST_NODE: readonly (readonly [name: string, below: number, node: number, why: string])[] = [
  ['gulp', 4, 10, 'loads a graceful-fs that Node 12 broke'],
  ['node-sass', 5, 14, 'does not compile for newer ones'],
  ['node-sass', 7, 16, 'does not compile for newer ones'],
  ['webpack', 5, 16, 'uses a hash that the OpenSSL of Node 17 refuses'],
  ['react-scripts', 5, 16, 'uses a hash that the OpenSSL of Node 17 refuses'],
  ['@vue/cli-service', 5, 16, 'uses a hash that the OpenSSL of Node 17 refuses'],
];

/**
 * Chooses an image with a Node version that the commit can run on: the pinned version, otherwise the
 * LTS version of that time if `engines` admits it, otherwise the nearest available version.
 */
export async function chooseNode(options: {
  readonly view: TreeView;
  readonly manifest: PackageJson;
  readonly committedAt: Date;
  readonly images: readonly string[];
  readonly facts: CiFacts;
}): Promise<ImageChoice> {
  const { view, manifest, committedAt, facts } = options;
  const known = imagesOf(options.images, 'node');
  const images = known.map(({ image, version }) => ({ image, major: version[0] ?? 0 }));
  const pinned = await pinnedMajor(view, manifest);
  if (pinned !== undefined) {
    const { major, from } = pinned;
    const exact = images.find((one) => one.major === major);
    const near = exact ?? images.find((one) => one.major > major) ?? newest(known);
    const note = exact === undefined ? `; there is no image for ${major}` : '';
    return choice(near.image, `${from} says ${major}${note}`);
  }
  const day = dayOf(committedAt);
  const current = LONG_TERM_SINCE.findLast(([, since]) => since <= day)?.[0];
  const range = semver.validRange(manifest.engines['node']);
  const last = lastNodeFor(manifest);
  const tested =
    range === null
      ? testedMajor(
          facts,
          images.map(({ major }) => major),
          day,
        )
      : undefined;
  const wanted = Math.min(tested?.major ?? current ?? 0, last?.major ?? Infinity);
  const admits = (major: number): boolean =>
    range === null || semver.intersects(`${major}.x`, range);
  const fitting = images.filter(({ major }) => admits(major));
  const chosen =
    fitting.find(({ major }) => major === wanted) ??
    fitting.find(({ major }) => major > wanted) ??
    fitting.at(-1);
  if (chosen === undefined) {
    return choice(
      known[0].image,
      `no image satisfies engines.node ${String(range)}; this is the nearest`,
    );
  }
  const asked =
    range === null ? 'no engines.node' : `engines.node is ${String(manifest.engines['node'])}`;
  if (last !== undefined && chosen.image === `node-${last.major}`) {
    return choice(chosen.image, `${asked}, and ${last.because}`);
  }
  if (tested !== undefined)
    return choice(chosen.image, `${tested.file} tests with ${tested.major}`);
  return choice(chosen.image, `${asked}, and the commit is from ${day}`);
}

async function pinnedMajor(
  view: TreeView,
  manifest: PackageJson,
): Promise<{ readonly major: number; readonly from: string } | undefined> {
  const sources: readonly (readonly [from: string, text: string | undefined])[] = [
    ['.nvmrc', await view.read('.nvmrc')],
    ['.node-version', await view.read('.node-version')],
    ['package.json volta.node', manifest.volta['node']],
  ];
  for (const [from, text] of sources) {
    const major = /^\s*v?(\d+)(\.\d+)*\s*$/.exec(text ?? '')?.[1];
    if (major !== undefined) return { major: Number(major), from };
  }
  return undefined;
}

/** Returns the highest version that CI tests with, that has an image and that was out on that day. */
function testedMajor(
  facts: CiFacts,
  majors: readonly number[],
  day: string,
): { readonly major: number; readonly file: string } | undefined {
  const newest = RELEASED.findLast(([, since]) => since <= day)?.[0] ?? 0;
  let found: { readonly major: number; readonly file: string } | undefined;
  for (const { language, version, file } of facts.versions) {
    const major = Number(/^v?(\d+)(\.|$)/.exec(version)?.[1]);
    if (language !== 'node' || !majors.includes(major) || major > newest) continue;
    if (found === undefined || major > found.major) found = { major, file };
  }
  return found;
}

function lastNodeFor(
  manifest: PackageJson,
): { readonly major: number; readonly because: string } | undefined {
  for (const [name, below, node, why] of LAST_NODE) {
    const major = dependencyMajor(manifest, [name]);
    if (major !== undefined && major < below) {
      return { major: node, because: `${name} ${major} ${why}` };
    }
  }
  return undefined;
}

function choice(image: string, because: string): ImageChoice {
  return { image, reason: { choice: image, because } };
}
