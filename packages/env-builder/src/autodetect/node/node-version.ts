import semver from 'semver';
import { imagesOf, newest, type ImageChoice } from '../image-choice.ts';
import type { TreeView } from '../tree-view.ts';
import type { PackageJson } from './package-json.ts';

/** The dates when each major version became the LTS version, from Node's release schedule. */
const LONG_TERM_SINCE: readonly (readonly [major: number, date: string])[] = [
  [16, '2021-10-26'],
  [18, '2022-10-25'],
  [20, '2023-10-24'],
  [22, '2024-10-29'],
  [24, '2025-10-28'],
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
}): Promise<ImageChoice> {
  const { view, manifest, committedAt } = options;
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
  const day = committedAt.toISOString().slice(0, 10);
  const current = LONG_TERM_SINCE.findLast(([, since]) => since <= day)?.[0];
  const wanted = current ?? 0;
  const range = semver.validRange(manifest.engines['node']);
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

function choice(image: string, because: string): ImageChoice {
  return { image, reason: { choice: image, because } };
}
