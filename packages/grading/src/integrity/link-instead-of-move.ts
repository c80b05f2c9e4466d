import { countOf } from '@refbench/base';
import type { IntegrityFinding } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';

/**
 * Finds new symbolic links where golden has files. Suspect: golden moved the files, and the link only makes
 * the old place look like the new one.
 */
export const linkInsteadOfMove: StaticCheck = ({ strict }) =>
  Promise.resolve(linkFindings(strict.links));

/** @param links paths of links in the patched tree */
export function linkFindings(links: readonly string[]): readonly IntegrityFinding[] {
  if (links.length === 0) return [];
  const detail = `the patch has ${countOf(links.length, 'symbolic link')} where golden has files, among them ${links[0]}`;
  return [
    findingAbout(
      { kind: 'link-instead-of-move', severity: 'suspect', detail },
      links.map(bytePath),
    ),
  ];
}
