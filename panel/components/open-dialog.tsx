import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A dialog that is on the page only while it is open, so that its fields begin afresh each time. Once it is gone, the focus is
 * back on what opened it: `Modal` gives it back only where it stays on the page closed.
 */
export function OpenDialog(props: Omit<ModalProps, 'opened'>) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  return <Modal {...props} opened />;
}
