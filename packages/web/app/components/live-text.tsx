import type { LivePhase } from '@refbench/evidence';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { duration } from '../lib/format.ts';

/** What is done now, for how long, and how long it probably takes. */
export function LiveText({ live }: { readonly live: LivePhase }): VNode {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const past = Math.max(0, (now - Date.parse(live.since)) / 1000);
  const left = live.expectedSeconds === null ? 0 : live.expectedSeconds - past;
  return (
    <>
      {live.name} <span class="quiet-text">{duration(past)}</span>
      {left > 0 ? <span class="quiet-text">, about {duration(left)} left</span> : null}
    </>
  );
}
