import type { ServerResponse } from 'node:http';

const INTERVAL_MS = 1000;

/** Tells open pages that files changed. It looks only while a page is open. */
export class ChangeEvents implements Disposable {
  private readonly version: () => Promise<string>;
  private readonly pages = new Set<ServerResponse>();
  private timer: NodeJS.Timeout | undefined;
  private last: string | undefined;
  private isLooking = false;

  constructor(version: () => Promise<string>) {
    this.version = version;
  }

  add(page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    page.write(':\n\n');
    this.pages.add(page);
    if (this.timer === undefined) {
      this.timer = setInterval(() => void this.look(), INTERVAL_MS);
      // What the page shows was read just before. Later changes are told apart from it.
      void this.look();
    }
    page.on('close', () => {
      this.pages.delete(page);
      if (this.pages.size === 0) this[Symbol.dispose]();
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.last = undefined;
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const now = await this.version();
      if (this.last !== undefined && now !== this.last) {
        for (const page of this.pages) page.write('data: changed\n\n');
      }
      this.last = now;
    } finally {
      this.isLooking = false;
    }
  }
}
