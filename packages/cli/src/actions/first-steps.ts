/** Says where more instances come from. */
export const NO_DATASET =
  'no data set is installed; refbench dataset pull installs the published instances';

/** The output of `refbench` without arguments. */
export const FIRST_STEPS = `refbench runs coding agents on real refactorings and scores the resulting patches.

First steps:
  refbench init                                         create a workspace in this folder with an example agent
  refbench doctor                                       check this machine
  refbench quickstart                                   run three reference agents on the bundled instance
  refbench dataset pull                                 install all published instances
  refbench instance list                                list the instances
  refbench run --agent ./agents/example --instances 'refbench__*' --dry-run
                                                        estimate a run of the example agent

refbench help lists all commands; refbench <command> --help shows options and examples.
`;
