/** Maximum size of a plan, which must fit into a prompt. */
export const MAX_PLAN_BYTES = 200_000;

const MIN_CHARACTERS = 10;

/** A usable plan, or the reason why the file is not usable. */
export type PlanText =
  | { readonly kind: 'plan'; readonly text: string }
  | { readonly kind: 'unusable'; readonly reason: string };

/** Checks that a plan is text and not empty. The judge evaluates its content. */
export function readPlanText(bytes: Buffer): PlanText {
  if (bytes.length > MAX_PLAN_BYTES) {
    return { kind: 'unusable', reason: `is larger than ${MAX_PLAN_BYTES} bytes` };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { kind: 'unusable', reason: 'is not UTF-8 text' };
  }
  if (text.includes('\0')) return { kind: 'unusable', reason: 'contains a NUL character' };
  if (text.replace(/\s/g, '').length < MIN_CHARACTERS) {
    return { kind: 'unusable', reason: `has fewer than ${MIN_CHARACTERS} characters` };
  }
  return { kind: 'plan', text };
}
