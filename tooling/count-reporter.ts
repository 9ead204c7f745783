import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Prints the true counts as the last line: "N passed, N failed, N skipped". */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      if (module.errors().length > 0) count.failed += 1;
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) count.failed += 1;
    }
    const total = {
      passed: count.passed,
      failed: count.failed + count.pending,
      skipped: count.skipped,
    };
    const file = process.env['COUNTS_FILE'];
    if (file) writeFileSync(file, JSON.stringify(total));
    else
      process.once('exit', () =>
        process.stdout.write(
          `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
        ),
      );
  }
}
