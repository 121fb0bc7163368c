"""Facts and what they are called in people's languages; what the referee says beside the law stands in `*.ftl` here."""
