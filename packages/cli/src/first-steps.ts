/** What `refbench` alone says. */
export const FIRST_STEPS = `refbench runs coding agents on real refactorings and scores what they leave.

First steps:
  refbench init                                         make a workspace in this folder, with an example agent
  refbench doctor                                       what this machine has, and what is missing
  refbench quickstart                                   three reference agents on the bundled instance
  refbench instance list                                what there is to run on
  refbench run --agent ./agents/example --instances 'refbench__*' --dry-run
                                                        what a run of the example agent would take

refbench help lists all commands; refbench <command> --help shows options and examples.
`;
