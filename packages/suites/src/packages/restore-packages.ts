import type { PackageDocument, PackageList } from '@refbench/contracts';
import { missingContent } from '@refbench/package-door';
import type { PackageSource } from './package-source.ts';

/** A list whose content this host has. */
export type RestoredPackages =
  | { readonly kind: 'restored'; readonly list: PackageList }
  | { readonly kind: 'failed'; readonly detail: string };

/**
 * Gets the content of a list that this host does not have: the registries are asked for it again. Archives
 * must have the digests of the list. Answers about packages may have changed since, for example because a
 * version was withdrawn; then the present answer takes the place of the recorded one.
 */
export async function restorePackages(
  source: PackageSource,
  list: PackageList,
): Promise<RestoredPackages> {
  const { workspace, instance } = source.options.prepared;
  const { stateDir } = workspace;
  if (list.instance !== instance.id) {
    return { kind: 'failed', detail: `packages.json is about ${list.instance}` };
  }
  const absent = new Set(await missingContent(stateDir, list));
  if (absent.size === 0) return { kind: 'restored', list };
  await using door = await source.openDoor(list.cutoff !== null, undefined);
  for (const { path } of list.archives) {
    const refusal = absent.has(path) ? await door.ask(path, '') : undefined;
    if (refusal !== undefined) return failed(path, refusal);
  }
  const documents: PackageDocument[] = [];
  for (const document of list.documents) {
    const { path, form } = document;
    const refusal = absent.has(path) ? await door.ask(path, form) : undefined;
    if (refusal !== undefined) return failed(path, refusal);
    const present = door.list().documents.find((one) => one.path === path && one.form === form);
    documents.push(present ?? document);
  }
  const [different] = await missingContent(stateDir, { ...list, documents });
  if (different !== undefined) return failed(different, 'its content is another one now');
  return { kind: 'restored', list: { ...list, documents } };
}

function failed(path: string, reason: string): RestoredPackages {
  return {
    kind: 'failed',
    detail: `the recorded package ${path} could not be had again: ${reason}`,
  };
}
