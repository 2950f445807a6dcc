"use strict";
(() => {
  const plots = JSON.parse(document.getElementById("plots").textContent);
  const canvases = [...document.querySelectorAll("canvas[data-plot]")];
  const charts = [];

  const style = () => getComputedStyle(document.documentElement);
  const colour = (name) => style().getPropertyValue(name).trim();

  const short = (value) => {
    const units = ["", " k", " M", " G"];
    let size = Math.abs(value), unit = 0;
    while (size >= 1000 && unit < units.length - 1) { size /= 1000; value /= 1000; unit++; }
    return String(Number(value.toPrecision(3))) + units[unit];
  };

  // A vertical line at a label, with what it says beside it.
  const mark = {
    id: "mark",
    afterDatasetsDraw(chart, _, options) {
      if (options.index < 0) return;
      const { ctx, chartArea: area, scales: { x } } = chart;
      const at = x.getPixelForValue(options.index);
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = colour("--quiet");
      ctx.setLineDash([3, 4]);
      ctx.beginPath();
      ctx.moveTo(at, area.top);
      ctx.lineTo(at, area.bottom);
      ctx.stroke();
      ctx.font = "12px system-ui, sans-serif";
      ctx.textAlign = at > (area.left + area.right) / 2 ? "right" : "left";
      ctx.fillText(options.text, at + (ctx.textAlign === "left" ? 6 : -6), area.top + 12);
      ctx.restore();
    },
  };

  const dataset = (series, index, shape) => {
    const own = colour("--s" + (index % 6));
    return {
      label: series.name,
      data: series.values,
      borderColor: own,
      backgroundColor: own,
      borderWidth: shape === "STACKED_BARS" ? 0 : 2,
      borderDash: series.dashed ? [6, 5] : [],
      pointRadius: series.dashed ? 0 : shape === "POINTS" ? 5 : 3.5,
      pointStyle: ["circle", "rectRot", "triangle", "rect", "star", "cross"][index % 6],
      showLine: shape !== "POINTS" || series.dashed,
      spanGaps: false,
      stack: shape === "STACKED_BARS" ? "all" : undefined,
    };
  };

  const draw = () => {
    charts.splice(0).forEach((chart) => chart.destroy());
    const text = colour("--text"), line = colour("--line");
    for (const canvas of canvases) {
      const plot = plots[Number(canvas.dataset.plot)];
      const bars = plot.shape === "STACKED_BARS";
      const axis = (title) => ({
        title: { display: true, text: title, color: text },
        ticks: { color: text },
        grid: { color: line },
        border: { color: line },
      });
      charts.push(new Chart(canvas, {
        type: bars ? "bar" : "line",
        data: { labels: plot.labels, datasets: plot.series.map((s, i) => dataset(s, i, plot.shape)) },
        options: {
          animation: false,
          responsive: true,
          maintainAspectRatio: false,
          interaction: { mode: "index", intersect: false },
          scales: {
            x: { ...axis(plot.labelsTitle), stacked: bars },
            y: { ...axis(plot.valuesTitle), stacked: bars, beginAtZero: true, ticks: { color: text, callback: short } },
          },
          plugins: {
            legend: { position: "bottom", labels: { color: text, usePointStyle: true, boxHeight: 7 } },
            tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${short(item.parsed.y)}` } },
            mark: { index: plot.marked, text: plot.markedAs },
          },
        },
        plugins: [mark],
      }));
    }
  };

  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  matchMedia("print").addEventListener("change", draw);
})();
