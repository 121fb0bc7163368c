"""The record of a race: append-only, durable before it is shown, and its exports."""
