import { join } from 'node:path';
import { writeFileAtomic } from '@refbench/base';
import { ownInstanceDetails, type OwnInstanceDetails, type OwnSetView } from '@refbench/datasets';
import type { Workspace } from '@refbench/workspace';
import { ownPage } from './own-page.ts';

/** Name of the page in the folder of the set. */
export const PAGE = 'own.html';

/** Keeps own.html up to date. The details of an instance are read once. */
export class OwnPageFile {
  private readonly path: string;
  private readonly workspace: Workspace;
  private readonly signal: AbortSignal;
  private readonly details = new Map<string, OwnInstanceDetails>();

  constructor(folder: string, workspace: Workspace, signal: AbortSignal) {
    this.path = join(folder, PAGE);
    this.workspace = workspace;
    this.signal = signal;
  }

  async show(view: OwnSetView): Promise<void> {
    for (const { id, stage } of view.candidates) {
      if (id === undefined || stage !== 'admitted' || this.details.has(id)) continue;
      // An interrupted command still writes its page, without what it has not read yet.
      if (this.signal.aborted) break;
      this.details.set(id, await ownInstanceDetails(this.workspace, id, this.signal));
    }
    await writeFileAtomic(this.path, ownPage(view, this.details));
  }
}
