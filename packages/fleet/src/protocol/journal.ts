/** The name of the journal of an attempt in the archive of its result. */
export const JOURNAL = 'events.jsonl';
