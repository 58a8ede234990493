import { createContext, useContext } from 'react';
import { StepUpRequired } from './errors.ts';

/** Prompts the person to confirm their identity; false if they go back. */
export type AskStepUp = () => Promise<boolean>;

/** Prompt for a step-up, provided by `layout/step-up.tsx`. */
export const StepUpContext = createContext<AskStepUp | null>(null);

/**
 * Returns a function that runs calls. If a call needs a fresh proof of identity, it's repeated after the
 * person provides one.
 */
export function useStepUp(): <TResult>(call: () => Promise<TResult>) => Promise<TResult> {
  const ask = useContext(StepUpContext);
  return async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StepUpRequired) || !ask || !(await ask())) throw error;
      return call();
    }
  };
}
