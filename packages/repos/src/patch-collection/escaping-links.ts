import type { BytePath } from '../tree/tree.ts';

/** The limit of followed links, as in Linux. More links count as a loop. */
const MAX_LINKS = 40;

/** Whether a link, followed through other links, leads out of the tree. */
export function leadsOut(link: BytePath, links: ReadonlyMap<BytePath, string>): boolean {
  const at: string[] = [];
  const ahead = link.split('/');
  let followed = 0;
  while (ahead.length > 0) {
    const step = ahead.shift();
    if (step === undefined || step === '' || step === '.') continue;
    if (step === '..') {
      if (at.pop() === undefined) return true;
      continue;
    }
    at.push(step);
    const target = links.get(at.join('/') as BytePath);
    if (target === undefined) continue;
    if (target.startsWith('/')) return true;
    followed += 1;
    if (followed > MAX_LINKS) return false;
    at.pop();
    ahead.unshift(...target.split('/'));
  }
  return false;
}
