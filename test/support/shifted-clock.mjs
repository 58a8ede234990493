// Preloaded with `--import`: sets a server's clock CLOCK_SHIFT_MS ahead in every thread, as if the machine's clock were wrong.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  constructor(...given) {
    if (given.length === 0) super(SystemDate.now() + shiftMs);
    else super(...given);
  }

  static now() {
    return SystemDate.now() + shiftMs;
  }
};
