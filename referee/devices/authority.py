"""A certificate authority of this computer's own, so that phones of its network may open the page over HTTPS.

Browsers give a page the camera over a secure line only. No public authority signs for addresses of a home network, so
this computer signs for itself; the phone is told to take that. The key never leaves this computer, and by its own
constraints (RFC 5280, 4.2.1.10) it is good for addresses of private networks only.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import ssl
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from referee.devices.files import read_file, write_private

FILE = "authority.pem"
LINE_FILE = "line.pem"
"""Key and certificate of the line itself."""
LASTS = timedelta(days=3650)
LEAF_LASTS = timedelta(days=397)
"""No browser takes a server's certificate that lasts much longer than a year."""
RENEWED_BEFORE = timedelta(days=30)
PRIVATE = tuple(
    ipaddress.ip_network(one)
    for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8")
)
"""Where phones and computers at one table meet."""
LOCAL = "local"


class Authority:
    """The key and the certificate that people tell their phone to trust."""

    def __init__(
        self, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate, folder: Path | None = None
    ) -> None:
        self._key, self._certificate, self._folder = key, certificate, folder

    @classmethod
    def passing(cls) -> Authority:
        """One that lasts as long as the program."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = _named(f"Race referee on {socket.gethostname()}"[:64])
        permitted = [x509.DNSName(LOCAL), *(x509.IPAddress(network) for network in PRIVATE)]
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        certificate = (
            _begun(name, name, key.public_key(), LASTS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(x509.NameConstraints(permitted, None), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, SHA256())
        )
        return cls(key, certificate)

    @classmethod
    def of(cls, folder: Path) -> Authority:
        """The one kept in a folder, made there when there is none yet.

        One that cannot be read or kept, or is about to end, holds nobody up: another one then takes its place, for as
        long as the program lasts if it cannot be kept either.
        """
        file = folder / FILE
        with contextlib.suppress(OSError, ValueError, TypeError, UnsupportedAlgorithm):
            data = read_file(file)
            key, certificate = load_pem_private_key(data, None), x509.load_pem_x509_certificate(data)
            lasts = certificate.not_valid_after_utc - datetime.now(UTC) > LEAF_LASTS
            if lasts and isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == certificate.public_key():
                return cls(key, certificate, folder)
        made = cls.passing()
        with contextlib.suppress(OSError):
            write_private(file, _pem(made._key) + made._certificate.public_bytes(Encoding.PEM))
        return cls(made._key, made._certificate, folder)

    @property
    def certificate(self) -> bytes:
        """What a phone is told to trust, as phones read it (DER)."""
        return self._certificate.public_bytes(Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """The first half of its SHA-256, in pairs, by which people tell that the phone got this very one."""
        return self._certificate.fingerprint(SHA256()).hex(" ")[: 16 * 3 - 1].upper()

    def context(self, hosts: Sequence[str]) -> ssl.SSLContext:
        """What a server of these names and addresses speaks TLS with; those of other networks are left out.

        The same as before a restart, if there is a folder: a browser that was told to take a line takes only that one.
        """
        names = x509.SubjectAlternativeName([found for host in hosts if (found := _permitted(host)) is not None])
        pem = self._kept(names)
        if pem is None:
            pem = self._signed(names)
            if self._folder is not None:
                with contextlib.suppress(OSError):
                    write_private(self._folder / LINE_FILE, pem)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        with tempfile.TemporaryDirectory() as folder:  # the library reads files only
            file = Path(folder) / LINE_FILE
            write_private(file, pem)
            context.load_cert_chain(file)
        return context

    def _kept(self, names: x509.SubjectAlternativeName) -> bytes | None:
        """Key and chain that are good for just these names, and for long enough; None when there are none."""
        if self._folder is None:
            return None
        with contextlib.suppress(
            OSError, ValueError, TypeError, UnsupportedAlgorithm, InvalidSignature, x509.ExtensionNotFound
        ):
            pem = read_file(self._folder / LINE_FILE)
            key, leaf = load_pem_private_key(pem, None), x509.load_pem_x509_certificate(pem)
            leaf.verify_directly_issued_by(self._certificate)
            its_names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
            lasts = leaf.not_valid_after_utc - datetime.now(UTC) > RENEWED_BEFORE
            whole = pem.endswith(self._certificate.public_bytes(Encoding.PEM))
            if whole and lasts and its_names == names and key.public_key() == leaf.public_key():
                return pem
        return None

    def _signed(self, names: x509.SubjectAlternativeName) -> bytes:
        """A new key and the chain that vouches for it."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = (
            _begun(_named("Race referee"), self._certificate.subject, key.public_key(), LEAF_LASTS)
            .add_extension(names, critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False
            )
            .sign(self._key, SHA256())
        )  # fmt: skip
        return _pem(key) + certificate.public_bytes(Encoding.PEM) + self._certificate.public_bytes(Encoding.PEM)


def _permitted(host: str) -> x509.GeneralName | None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return x509.DNSName(host) if host.isascii() and host.endswith(f".{LOCAL}") else None
    return x509.IPAddress(address) if any(address in network for network in PRIVATE) else None


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _begun(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, lasts: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(now + lasts)
    )


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
