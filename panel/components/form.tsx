import {
  type ComponentPropsWithoutRef,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Refused, refusalsOf } from '../api/errors.ts';

/** The form's last refusal, divided among its fields. */
interface Refusals {
  readonly error: unknown;
  /** Reasons by the field that shows them. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Reasons that no field shows. */
  readonly left: readonly string[];
  /** Announces a field; returns a function that withdraws it. */
  readonly claim: (field: string) => () => void;
}

const RefusalContext = createContext<Refusals | null>(null);

interface FormProps extends ComponentPropsWithoutRef<'form'> {
  /** The mutation's error. */
  readonly error: unknown;
  readonly children: ReactNode;
}

/**
 * A form whose fields show why the API refused them: a field from `fields.tsx` finds its reasons by name. The
 * first refused field receives the focus, and an `ErrorNote` shows the reasons that belong to no field.
 */
export function Form({ error, children, ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const refusals = useRefusals(error);
  useEffect(() => {
    if (error instanceof Refused) {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [error]);
  return (
    <form {...form} ref={element}>
      <RefusalContext value={refusals}>{children}</RefusalContext>
    </form>
  );
}

/** The same for fields that are part of an outer form or of none, such as a switch that saves immediately. */
export function RefusedFields({
  error,
  children,
}: {
  readonly error: unknown;
  readonly children: ReactNode;
}) {
  return <RefusalContext value={useRefusals(error)}>{children}</RefusalContext>;
}

function useRefusals(error: unknown): Refusals {
  const [fields, setFields] = useState<readonly string[]>([]);
  const claim = useCallback((field: string) => {
    setFields((before) => [...before, field]);
    return () =>
      setFields((before) => {
        const at = before.indexOf(field);
        return before.filter((_, place) => place !== at);
      });
  }, []);
  return useMemo(() => ({ error, claim, ...divided(refusalsOf(error), fields) }), [error, claim, fields]);
}

/** Gives each reason to the field with its name, or else to the closest field that contains it. */
function divided(
  refusals: Readonly<Record<string, string>>,
  fields: readonly string[],
): Pick<Refusals, 'reasons' | 'left'> {
  const reasons: Record<string, string> = {};
  const left: string[] = [];
  for (const [path, reason] of Object.entries(refusals)) {
    const owner = fields
      .filter((field) => path === field || path.startsWith(`${field}.`))
      .reduce((longest, field) => (field.length > longest.length ? field : longest), '');
    if (owner === '') left.push(reason);
    else reasons[owner] = reasons[owner] ? `${reasons[owner]} ${reason}` : reason;
  }
  return { reasons, left };
}

/** Returns why the form's last submit was refused because of a field; undefined if it wasn't. */
export function useRefusal(field: string | null): string | undefined {
  const refusals = useContext(RefusalContext);
  const claim = refusals?.claim;
  useEffect(() => (field === null || !claim ? undefined : claim(field)), [claim, field]);
  return field === null ? undefined : refusals?.reasons[field];
}

/** Returns the form's reasons that no field shows; undefined for an error that isn't the form's refusal. */
export function useReasonsLeft(error: unknown): readonly string[] | undefined {
  const refusals = useContext(RefusalContext);
  return error instanceof Refused && refusals?.error === error ? refusals.left : undefined;
}
