import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A dialog that's mounted only while open, so that its fields start fresh each time. After it closes, it
 * returns the focus to the element that opened it: `Modal` does so only if it stays mounted.
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
