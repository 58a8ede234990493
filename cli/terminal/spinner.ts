import yoctoSpinner from 'yocto-spinner';

/** Runs `work` with a spinner on standard error, or without output if it wouldn't be visible. */
export async function spinning<T>(text: string, visible: boolean, work: () => Promise<T>): Promise<T> {
  if (!visible || !process.stderr.isTTY) return work();
  const spinner = yoctoSpinner({ text, stream: process.stderr }).start();
  try {
    return await work();
  } finally {
    spinner.stop();
  }
}
