import type { DetectorInput, RecipeDraft } from '../draft/recipe-draft.ts';
import { detectNode } from '../node/node-ecosystem.ts';
import { detectPython } from '../python/python-ecosystem.ts';

const PROJECTS = [
  { manifests: ['setup.py', 'pyproject.toml'], unless: undefined, detect: detectPython },
  // The tests of an addon use the build of its installation, so they would not see a change.
  { manifests: ['package.json'], unless: 'binding.gyp', detect: detectNode },
] as const;

/**
 * Detects code in C and C++ that belongs to a project of Python or Node.js, e.g. an extension module. The tests of that
 * project build it and call it.
 */
export async function detectOtherProject(input: DetectorInput): Promise<RecipeDraft | undefined> {
  for (const { manifests, unless, detect } of PROJECTS) {
    const manifest = manifests.find((name) => input.base.has(name) && input.golden.has(name));
    if (manifest === undefined || (unless !== undefined && input.base.has(unless))) continue;
    const result = await detect(input);
    if (result?.kind !== 'draft') continue;
    const because = 'the code in C or C++ belongs to it, and nothing else is a project with tests';
    return { ...result, reasons: [{ choice: manifest, because }, ...result.reasons] };
  }
  return undefined;
}
