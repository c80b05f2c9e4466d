import { renderInstructed } from './instructed-form.ts';
import type { TaskTexts } from './task-files.ts';

const MAX_SKELETON_FOLDERS = 15;

/** Returns templates for writing by hand, with the folders that golden changes most. */
export function skeleton(title: string, paths: readonly string[]): TaskTexts {
  const files = new Map<string, number>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/') || 'the top folder';
    files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  const folders = [...files].toSorted(([a, few], [b, many]) => many - few || (a < b ? -1 : 1));
  const shown = folders.slice(0, MAX_SKELETON_FOLDERS);
  const rest = folders.length - shown.length;
  const instructed = renderInstructed({
    title: `TODO: one line, in the imperative (the commit says: ${title})`,
    summary: 'TODO: the current state and the desired state.',
    why: 'TODO: what the change improves.',
    scope: [
      'TODO: what to change, with the exact names',
      ...shown.map(([folder, count]) => `TODO: ${folder} (${count} of its files change)`),
      ...(rest === 0 ? [] : [`TODO: ${rest} more folders`]),
    ],
    keep: ['TODO: behaviour, public names, files to leave alone'],
  });
  return {
    instructed,
    open: 'TODO: one short line that names the area and the aim, no decisions.\n',
  };
}
