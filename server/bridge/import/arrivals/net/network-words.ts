/** Codes of node, OpenSSL and libuv by which a connection fails, for the person who looks after the source. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'он не\u00a0принимает соединения',
  ECONNRESET: 'он оборвал соединение',
  EHOSTUNREACH: 'до\u00a0него нет пути',
  ENETUNREACH: 'до\u00a0него нет пути',
  ETIMEDOUT: 'нет ответа',
  ENOTFOUND: 'такого имени нет',
  EAI_AGAIN: 'его имя не\u00a0находится',
  CERT_HAS_EXPIRED: 'истёк его сертификат',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'его сертификат подписан им самим',
  SELF_SIGNED_CERT_IN_CHAIN: 'его сертификат никем не\u00a0заверен',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'его сертификат никем не\u00a0заверен',
  ERR_TLS_CERT_ALTNAME_INVALID: 'его сертификат выдан другому имени',
};

/** Why a connection failed, in Russian where we know, with what the network said. */
export function networkWords({ code, message }: NodeJS.ErrnoException): string {
  const words = code === undefined ? undefined : WORDS[code];
  return words ? `${words} (${code})` : message;
}
