import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Refused } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { money } from '../../format/money.ts';
import { requestAcceptDocument } from './generated.ts';
import type { RequestDetail } from './request-detail.ts';
import { guestWords } from './request-words.tsx';

interface AcceptProps {
  readonly request: RequestDetail;
  /** Refetches the request, to show its current price or that accepting it failed. */
  readonly refetch: () => Promise<unknown>;
}

/**
 * Accepts a request at the price that the guest was shown or, once that price has expired, at the current
 * price, which the host confirms.
 */
export function Accept({ request, refetch }: AcceptProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutateAsync, isPending, error, reset } = useTeamMutation(requestAcceptDocument);
  const { id, version, quote } = request;
  const price = money(quote.total, quote.currency);
  const changed = changedTotal(request, error);
  const start = () => {
    reset();
    open();
  };
  return (
    <>
      <Button size="xs" onClick={start}>
        <Trans>Accept</Trans>
      </Button>
      <ConfirmDialog
        {...{ opened, close, isPending }}
        title={t`Accept ${request.reference}?`}
        text={
          changed === null
            ? t`${guestWords(request)} pays ${price}. The nights are held, and the guest gets the payment link by email.`
            : t`The price has changed: the guest was shown ${price}, and the stay costs ${money(changed, quote.currency)} now. If you accept, ${guestWords(request)} is asked to pay ${money(changed, quote.currency)}.`
        }
        confirmLabel={
          changed === null ? t`Accept the request` : t`Accept at ${money(changed, quote.currency)}`
        }
        destructive={false}
        onConfirm={() =>
          mutateAsync({ id, version, total: changed }).catch(async (failure: unknown) => {
            await refetch();
            throw failure;
          })
        }
        // The dialog itself handles a changed price.
        error={isRefusedWith(error, 'PRICE_CHANGED') ? null : error}
      />
    </>
  );
}

const isRefusedWith = (error: unknown, code: string): boolean =>
  error instanceof Refused && error.errors.some((refusal) => refusal.code === code);

/**
 * Returns the current total if the guest's price has expired or was refused; null if the guest pays the price
 * they were shown.
 */
function changedTotal({ now, priceKeptUntil, quote }: RequestDetail, error: unknown): number | null {
  if (!now || now.total === quote.total) return null;
  const isOver = Date.parse(priceKeptUntil) <= Date.now() || isRefusedWith(error, 'PRICE_CHANGED');
  return isOver ? now.total : null;
}
