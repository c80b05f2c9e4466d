import { expect, test } from 'vitest';
import { AgentBed, call, FINISHING, inOrder, NEVER, SECRET } from './generate.testkit.ts';

const PATIENT = { timeout: 240_000 };

test(
  'an agent in a container registers rules, and one that starts anew knows them',
  PATIENT,
  async () => {
    await using bed = await AgentBed.open();
    {
      await using registration = await bed.register();
      expect(registration.prompt).toContain('`register-rules additive FILE`');
      expect(registration.prompt).toContain('Replace old by fresh.');
      expect(registration.prompt).not.toMatch(/\{\{|registered already/);
      const rules = `${call('old', 'old')}---\n${call('back', 'back')}`;
      const answer = await registration.register('reductive', rules, NEVER);
      expect(answer).toContain('accepted  old  base 3 golden 0');
      expect(answer).toContain('refused (leaks)  back  base 11 golden 1');
      expect(answer).not.toContain(SECRET);
      await expect(bed.register()).rejects.toMatchObject({ kind: 'in-use' });
    }
    await using again = await bed.register();
    expect(again.prompt).toContain('registered already:\n\n- old (reductive)');
    expect(again.calls).toBe(1);
    expect(again.finished).toBe(false);
    await again.finish('all of it');
    await again.end('finished');
    expect(again).toMatchObject({ finished: true, registered: [{ id: 'old', side: 'reductive' }] });
  },
);

test('a transcript belongs to one way of working', PATIENT, async () => {
  await using bed = await AgentBed.open();
  await bed.run(inOrder(FINISHING));
  await expect(bed.register()).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('these differ: agent, model, prompt') as string,
  });
});
