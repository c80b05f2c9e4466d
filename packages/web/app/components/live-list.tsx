import type { RunView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { LiveText } from './live-text.tsx';

/** What a run that goes on is doing now: one line for each instance and attempt at work. */
export function LiveList({ view }: { readonly view: RunView }): VNode | null {
  const lines = [
    ...view.instances.map(({ id, live }) => ({ name: id, live })),
    ...view.attempts.map(({ agent, instance, live }) => ({
      name: `${agent} on ${instance}`,
      live,
    })),
  ].flatMap(({ name, live }) => (live === null ? [] : [{ name, live }]));
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="now">
      <h2 id="now">Now</h2>
      <ul>
        {lines.map(({ name, live }) => (
          <li key={name}>
            {name}: <LiveText live={live} />
          </li>
        ))}
      </ul>
    </section>
  );
}
