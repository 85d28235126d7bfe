/** The error with which the model refuses a request. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const badValue = (message: string) => new Refused(400, message);
export const notFound = (message: string) => new Refused(404, message);
