import { NO_ADJUSTMENTS, type Adjustments } from './draft/adjustments.ts';
import type { Detector, DetectorInput, RecipeDraft, Unsupported } from './draft/recipe-draft.ts';
import type { TreeView } from './draft/tree-view.ts';

export type Files = Readonly<Record<string, string>>;

/** The view of a commit with these files. */
export function viewOf(files: Files): TreeView {
  return {
    paths: Object.keys(files),
    has: (path) => path in files,
    read: async (path) => files[path],
  };
}

const IMAGES = [
  'node-16',
  'node-18',
  'node-20',
  'node-22',
  'go-1.13',
  'go-1.17',
  'go-1.21',
  'go-1.22',
  'go-1.24',
  'python-3.9',
  'python-3.11',
  'python-3.13',
  'python-uv-3.9',
  'python-uv-3.11',
  'python-uv-3.13',
  'rust-1.63',
  'rust-1.85',
  'rust-1.96',
  'java-8',
  'java-11',
  'java-17',
  'java-21',
  'gcc-10',
  'gcc-12',
  'gcc-14',
  'debian',
];

interface DraftOptions {
  readonly golden?: Files;
  readonly on?: string;
  readonly adjustments?: Partial<Adjustments>;
}

/** What detectors read of two commits. Golden defaults to base. */
export function draftInput(base: Files, options: DraftOptions = {}): DetectorInput {
  return {
    base: viewOf(base),
    golden: viewOf(options.golden ?? base),
    committedAt: new Date(`${options.on ?? '2024-06-01'}T00:00:00Z`),
    images: IMAGES,
    toolPackages: new Set(['click']),
    adjustments: { ...NO_ADJUSTMENTS, ...options.adjustments },
  };
}

/** Runs a detector on two commits. */
export async function detect(
  detector: Detector,
  base: Files,
  options: DraftOptions = {},
): Promise<RecipeDraft | Unsupported | undefined> {
  return await detector(draftInput(base, options));
}

/** Like `detect`, but requires a recipe. */
export async function draft(
  ...args: Parameters<typeof detect>
): Promise<RecipeDraft & { readonly text: (name: string) => string }> {
  const result = await detect(...args);
  if (result?.kind !== 'draft') throw new Error(`no draft: ${JSON.stringify(result)}`);
  return { ...result, text: (name) => result.files.get(name)?.text ?? '' };
}

/** Formats each decision as `choice: because`. */
export function reasons({ reasons: list }: RecipeDraft): readonly string[] {
  return list.map(({ choice, because }) => `${choice}: ${because}`);
}
