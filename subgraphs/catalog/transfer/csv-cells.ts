/** What is wrong with a cell: its column, and how to mend it. */
export interface RowMistake {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** Reads cells and gathers what is wrong with them; a cell that is empty, or whose column is missing, is undefined. */
export function cellReader(cells: Readonly<Record<string, string>>) {
  const mistakes: RowMistake[] = [];
  const refuse = (field: string, message: string): undefined => {
    mistakes.push({ field, code: 'INVALID', message });
  };
  const text = (column: string): string | undefined => cells[column] || undefined;
  return {
    mistakes,
    refuse,
    text,
    required(column: string): string {
      return text(column) ?? refuse(column, `The column “${column}” is empty: fill it in.`) ?? '';
    },
    whole(column: string): number | undefined {
      const given = text(column);
      if (given === undefined || /^\d{1,9}$/.test(given))
        return given === undefined ? undefined : Number(given);
      return refuse(column, `“${given.slice(0, 40)}” is no whole number, for example 2.`);
    },
    /** An amount of the property's currency in minor units: `189`, `189.50` or `189,50`. */
    amount(column: string, digits: number): number | undefined {
      const given = text(column);
      if (given === undefined) return undefined;
      const [, whole = '', fraction = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(given) ?? [];
      if (whole !== '' && fraction.length <= digits) return Number(whole + fraction.padEnd(digits, '0'));
      const example = digits === 0 ? '18900' : `189.${'50'.padEnd(digits, '0').slice(0, digits)}`;
      return refuse(
        column,
        `“${given.slice(0, 40)}” is no amount of the property’s currency, for example ${example}.`,
      );
    },
    truth(column: string): boolean | undefined {
      const given = text(column)?.toLowerCase();
      if (given === undefined) return undefined;
      if (['yes', 'true', '1', 'x'].includes(given)) return true;
      if (['no', 'false', '0'].includes(given)) return false;
      return refuse(column, `“${given.slice(0, 40)}” is neither yes nor no.`);
    },
    date(column: string): string | undefined {
      const given = text(column);
      if (given === undefined || isDate(given)) return given;
      return refuse(column, `“${given.slice(0, 40)}” is no date: write it as 2027-03-31.`);
    },
    oneOf<T extends string>(column: string, known: readonly T[]): T | undefined {
      const given = text(column);
      const found = known.find((one) => one === given?.toLowerCase());
      if (given === undefined || found !== undefined) return found;
      return refuse(column, `“${given.slice(0, 40)}” is none of ${known.join(', ')}.`);
    },
  };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
