import type { Adjustments, Diagnosis, RecipeDraft } from '@refbench/env-builder';
import type { Standing } from './fix-search.ts';

/**
 * Proposes to build before the tests what continuous integration builds before them, if tests fail. It is the last
 * thing to try, because nothing in the log asks for it.
 */
export function unbuiltTests(
  { failed, stage }: Pick<Standing, 'failed' | 'stage'>,
  known: Adjustments,
  { buildCommands = [] }: Pick<RecipeDraft, 'buildCommands'>,
): readonly Diagnosis[] {
  const more = buildCommands.filter((line) => !known.preparation.includes(line));
  if (more.length === 0 || failed === 0 || stage === 'unbuilt' || stage === 'leaking') return [];
  return [
    {
      adjustments: { ...known, preparation: [...known.preparation, ...more] },
      because: `tests fail, and continuous integration first runs ${more.join(', ')}`,
    },
  ];
}
