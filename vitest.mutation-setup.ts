import fc from 'fast-check';

// Instrumented code is slow, and a mutant that survives this many runs rarely falls in more.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 25 });
